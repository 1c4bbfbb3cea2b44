import { expect, test } from 'vitest';
import { parseS3 } from '#server/core/config/s3.ts';

const whole = {
  S3_ENDPOINT: 'https://s3.fr-par.scw.cloud/',
  S3_REGION: 'fr-par',
  S3_BUCKET: 'feuilleton-images',
  S3_ACCESS_KEY: 'SCWXXXXXXXX',
  S3_SECRET_KEY: 'a/secret+with=signs',
};

test('without settings pictures stay in the database', () => {
  expect(parseS3({ S3_BUCKET: '' })).toEqual({ s3: null });
});

test('names a bucket', () => {
  expect(parseS3(whole)).toEqual({
    s3: {
      endpoint: 'https://s3.fr-par.scw.cloud',
      region: 'fr-par',
      bucket: 'feuilleton-images',
      accessKey: 'SCWXXXXXXXX',
      secretKey: 'a/secret+with=signs',
    },
  });
});

const wrong: [changed: Record<string, string>, sentence: string][] = [
  ...Object.keys(whole).map((name): [Record<string, string>, string] => [
    { [name]: '' },
    `${name} manque.`,
  ]),
  [{ S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT n’a pas la forme attendue'],
  [{ S3_ENDPOINT: 'https://s3.example/bucket' }, 'S3_ENDPOINT n’a pas la forme attendue'],
  [{ S3_ENDPOINT: 'https://key:secret@s3.example' }, 'S3_ENDPOINT n’a pas la forme attendue'],
  [{ S3_REGION: 'Paris !' }, 'S3_REGION n’a pas la forme attendue'],
  [{ S3_BUCKET: 'Images' }, 'S3_BUCKET n’a pas la forme attendue'],
  [{ S3_BUCKET: '../images' }, 'S3_BUCKET n’a pas la forme attendue'],
  [{ S3_ACCESS_KEY: 'a b c' }, 'S3_ACCESS_KEY n’a pas la forme attendue'],
  [{ S3_SECRET_KEY: 'é'.repeat(9) }, 'S3_SECRET_KEY n’a pas la forme attendue'],
];

test.each(wrong)('%o: %s', (changed, sentence) => {
  const result = parseS3({ ...whole, ...changed });
  expect('problems' in result && result.problems).toEqual([expect.stringContaining(sentence)]);
});
