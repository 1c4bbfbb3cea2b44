import { describe, expect, test } from 'vitest';
import { parseSettingsFile } from '#server/core/config/settings-file.ts';

describe('a settings file', () => {
  test('has comments, bare values with spaces, and values in quotes', () => {
    const text = [
      '# Qui publie',
      '',
      'PUBLISHER_NAME=Éditions de l’Exemple & fils',
      'PUBLISHER_LEGAL_FORM="société à responsabilité limitée"  ',
      "  APPLE_PRIVATE_KEY='-----BEGIN PRIVATE KEY-----\\nMIG=\\n-----END PRIVATE KEY-----'",
      'DATABASE_URL=postgres://site:a=b$c@db/site?sslmode=require#x\r',
      "HOSTING_NAME=L'Hébergeur",
      'MAIL_URL=',
      'VAPID_SUBJECT="a\\nb"',
      "HOSTING_ADDRESS='3 # 4'",
      'PUBLISHER_PHONE=\t+33 1 ',
    ].join('\n');
    expect(parseSettingsFile(text)).toEqual({
      problems: [],
      settings: {
        PUBLISHER_NAME: 'Éditions de l’Exemple & fils',
        PUBLISHER_LEGAL_FORM: 'société à responsabilité limitée',
        APPLE_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nMIG=\\n-----END PRIVATE KEY-----',
        DATABASE_URL: 'postgres://site:a=b$c@db/site?sslmode=require#x',
        HOSTING_NAME: "L'Hébergeur",
        MAIL_URL: '',
        VAPID_SUBJECT: 'a\\nb',
        HOSTING_ADDRESS: '3 # 4',
        PUBLISHER_PHONE: '+33 1',
      },
    });
  });

  test.each([
    ['secret', 'il y manque « = » ; une ligne s’écrit NOM=valeur.'],
    ['; secret', 'il y manque'],
    ['=secret', 'avant « = » il faut un nom'],
    ['export PORT=secret', 'avant « = » il faut un nom'],
    ['PORT = secret', 'avant « = » il faut un nom'],
    [';PORT=secret', 'avant « = » il faut un nom'],
    ['1PORT=secret', 'avant « = » il faut un nom'],
    ['PORT="secret', 'la valeur de PORT n’a pas de guillemet (") à sa fin.'],
    ["PORT='", "la valeur de PORT n’a pas de guillemet (') à sa fin."],
    ['PORT="secret" # ici', 'la valeur de PORT a du texte après le guillemet (") qui la ferme.'],
    ["PORT='l'secret'", 'la valeur de PORT a du texte'],
    ['PORT="se\\"cret"', 'la valeur de PORT a du texte'],
    ['PORT="se\\\\cret"', 'la valeur de PORT contient « \\ » devant'],
    ['PORT="se\\$cret"', 'la valeur de PORT contient « \\ » devant'],
    ['PORT=se\\ncret', 'la valeur de PORT contient « \\ »'],
    ['PORT=secret\\', 'la valeur de PORT contient « \\ »'],
    ['PORT=secret # ici', 'la valeur de PORT contient « # » après une espace'],
    ['PORT=se\u0000cret', 'la valeur de PORT contient un caractère invisible.'],
    ['# secret \\', 'un commentaire ne finit pas par « \\ ».'],
  ])('refuses the line %j, with its number and without its value', (line, sentence) => {
    const { settings, problems } = parseSettingsFile(`# 1\n\n${line}\nHOST=::1\n`);
    expect(problems).toEqual([expect.stringContaining(`ligne 3 : ${sentence}`)]);
    expect(problems.join()).not.toMatch(/se.?cret/);
    expect(settings).toEqual({ HOST: '::1' });
  });

  test('refuses a name that is there twice, and an invisible mark before the first', () => {
    expect(parseSettingsFile('\uFEFFPORT=1\nHOST=::1\nPORT=').problems).toEqual([
      'ligne 1 : le fichier commence par une marque invisible (BOM) : ôtez-la.',
      'ligne 3 : PORT est déjà donné à la ligne 1.',
    ]);
  });
});
