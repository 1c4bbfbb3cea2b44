import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { plain, writePain001, type CreditTransfers } from '#server/money/payouts/pain001.ts';
import { findFaults } from './transfer-rules.ts';

/** Debian's package `libhbci4j-core-java`, of which only the schema of ISO 20022 is read (decision 88). */
const isoSchemaHolder = '/usr/share/java/hbci4j-core.jar';
const isoSchema = 'pain.001.001.09.xsd';
/** A narrower schema, as the European Payments Council or a bank gives it. */
const schemaFile = process.env.PAIN001_XSD ?? '';
const missing = [
  !existsSync(isoSchemaHolder) && 'libhbci4j-core-java',
  !existsSync('/usr/bin/xmllint') && 'libxml2-utils',
]
  .filter((name) => name !== false)
  .map((name) => `Debian's ${name} is not installed`)
  .join(', ');
const skipped = (why: string) => (why === '' ? '' : ` (skipped: ${why})`);
const run = promisify(execFile);

const order: CreditTransfers = {
  messageId: '01930000000070008000000000000001',
  createdAt: new Date('2026-12-01T08:00:00.123Z'),
  executesOn: '2026-12-05',
  payer: { name: 'Éditions Feuilleton & Cie', iban: 'FR7630006000011234567890189' },
  transfers: [
    {
      endToEndId: '01930000000070008000000000000002',
      amountCents: 12_305,
      name: 'Léocadie Œuvrard – d’Ormesson',
      iban: 'DE89370400440532013000',
      text: "Droits d'auteur, virement du 2026-12-05",
    },
    {
      endToEndId: '01930000000070008000000000000003',
      amountCents: 7,
      name: '<Zoé> 日本',
      iban: 'BE68539007547034',
      text: 'Droits',
    },
  ],
};

const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(
    ([, value]) => value,
  );

describe('the file for the bank', () => {
  const xml = writePain001(order);

  test('names the version, counts its transfers and sums them to the cent', () => {
    expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"');
    expect(valuesOf(xml, 'NbOfTxs')).toEqual(['2', '2']);
    expect(valuesOf(xml, 'CtrlSum')).toEqual(['123.12', '123.12']);
    expect(valuesOf(xml, 'InstdAmt')).toEqual(['123.05', '0.07']);
    expect(valuesOf(xml, 'CreDtTm')).toEqual(['2026-12-01T08:00:00Z']);
    expect(valuesOf(xml, 'Dt')).toEqual(['2026-12-05']);
    expect(valuesOf(xml, 'IBAN')).toEqual([
      'FR7630006000011234567890189',
      'DE89370400440532013000',
      'BE68539007547034',
    ]);
  });

  test('has names in the letters that every bank takes', () => {
    expect(valuesOf(xml, 'Nm')).toEqual([
      'Editions Feuilleton + Cie',
      'Editions Feuilleton + Cie',
      "Leocadie OEuvrard - d'Ormesson",
      'Zoe',
    ]);
    expect(plain('日本', 70)).toBe('-');
    expect(plain('//Jean // Paul/ /', 70)).toBe('Jean / Paul');
    expect(plain(`${'a'.repeat(69)}/b`, 70)).toBe('a'.repeat(69));
    expect(plain('/é/日/', 70)).toBe('e');
    expect(plain('a'.repeat(100), 70)).toHaveLength(70);
  });

  test('has every element in its place, with what it may hold', () => {
    expect(findFaults(xml)).toEqual([]);
    const [one] = order.transfers;
    if (!one) throw new Error('no transfer');
    const long = { ...one, name: 'é'.repeat(200), text: '日本 & <Zoé> // '.repeat(40) };
    expect(findFaults(writePain001({ ...order, transfers: [long] }))).toEqual([]);
  });

  test.each([
    [
      'another order',
      (text: string) => text.replace(/(<NbOfTxs>.*?)(<CtrlSum>.*?<\/CtrlSum>)/, '$2$1'),
    ],
    ['an element twice', (text: string) => text.replace(/<PmtMtd>TRF<\/PmtMtd>/, '$&$&')],
    ['one that is missing', (text: string) => text.replace(/<ChrgBr>SLEV<\/ChrgBr>/, '')],
    ['one that is unknown', (text: string) => text.replace('<Cdtr>', '<CdtrAgt></CdtrAgt>$&')],
    ['no transfer', (text: string) => text.replaceAll(/<CdtTrfTxInf>.*<\/CdtTrfTxInf>/g, '')],
    ['charges to one side', (text: string) => text.replace('SLEV', 'SHAR')],
    ['another currency', (text: string) => text.replace('"EUR"', '"USD"')],
    ['an accent', (text: string) => text.replace('Leocadie', 'Léocadie')],
    ['half a cent', (text: string) => text.replace('>0.07<', '>0.075<')],
    ['an earlier version', (text: string) => text.replace('001.09', '001.03')],
    ['an element that is open', (text: string) => text.replace('</Cdtr>', '')],
  ])('and a file with %s is none', (_, spoil) => {
    expect(spoil(xml)).not.toBe(xml);
    expect(findFaults(spoil(xml))).not.toEqual([]);
  });

  test('is the same for the same order', () => {
    expect(writePain001(order)).toBe(xml);
  });

  test.each([0, -1, 0.5])('refuses an amount of %d cents', (amountCents) => {
    const [first] = order.transfers;
    if (!first) throw new Error('no transfer');
    expect(() => writePain001({ ...order, transfers: [{ ...first, amountCents }] })).toThrow();
  });

  test.skipIf(missing !== '')(
    `is valid by the schema of ISO 20022${skipped(missing)}`,
    async () => {
      await withSchema(await readIsoSchema(), async (validate) => {
        await validate(xml);
        const [one] = order.transfers;
        if (!one) throw new Error('no transfer');
        const long = { ...one, name: 'é'.repeat(200), text: '日本 & <Zoé> // '.repeat(40) };
        const many = Array.from({ length: 200 }, () => ({ ...long, amountCents: 99_999_999 }));
        await validate(writePain001({ ...order, transfers: many }));
        // The check can fail.
        for (const [wanted, given] of [
          ['<NbOfTxs>2</NbOfTxs>', ''],
          ['<PmtMtd>TRF</PmtMtd>', '<PmtMtd>XYZ</PmtMtd>'],
          ['<Cdtr>', '<CdtrAgt></CdtrAgt><Cdtr>'],
          ['2026-12-05', '5 décembre'],
          ['001.09', '001.03'],
        ] as const) {
          expect(xml).toContain(wanted);
          await expect(validate(xml.replace(wanted, given)), given).rejects.toThrow('order.xml');
        }
      });
    },
  );

  const unset = schemaFile === '' ? 'PAIN001_XSD is not set' : '';
  test.skipIf(unset !== '')(`is valid by the schema of a bank${skipped(unset)}`, async () => {
    await withSchema(await readFile(schemaFile), async (validate) => {
      await validate(xml);
      await expect(validate(xml.replace('<NbOfTxs>2</NbOfTxs>', ''))).rejects.toThrow('order.xml');
    });
  });
});

/** Calls back with what validates a file by a schema, and throws its faults. */
async function withSchema(
  schema: Uint8Array,
  check: (validate: (xml: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-pain-'));
  const [schemaCopy, file] = [join(folder, 'pain.xsd'), join(folder, 'order.xml')];
  try {
    await writeFile(schemaCopy, schema);
    await check(async (xml) => {
      await writeFile(file, xml);
      await run('xmllint', ['--noout', '--nonet', '--schema', schemaCopy, file]);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Out of the library that has it. */
async function readIsoSchema(): Promise<Uint8Array> {
  const zip = await yauzl.openPromise(isoSchemaHolder, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === isoSchema) return await buffer(await zip.openReadStreamPromise(entry));
    }
    throw new Error(`${isoSchemaHolder} has no ${isoSchema}`);
  } finally {
    zip.close();
  }
}
