import { describe, expect, test } from 'vitest';
import { personName } from '#server/publishing/book/epub/creators.ts';
import { plainLanguage, primaryLanguage } from '#server/publishing/book/book-assembly.ts';
import { numberValue } from '#server/publishing/book/numerals.ts';
import {
  chapterLabel,
  isPartTitle,
  joinTitleLines,
  slug,
  surroundingKind,
} from '#server/publishing/book/titles.ts';

describe('numbers in titles', () => {
  test.each([
    ['XLIX', 49],
    ['XIIII', 14],
    ['premier', 1],
    ['PREMIÈRE', 1],
    ['douzième', 12],
    ['2e', 2],
    ['IC', null],
    ['MILADY', null],
  ])('%s is %s', (text, value) => {
    expect(numberValue(text)).toBe(value);
  });

  test.each([
    ['CHAPITRE PREMIER', { number: 1, named: true, rest: '' }],
    ['Chapitre 12 : Le départ', { number: 12, named: true, rest: 'Le départ' }],
    ['IV – La maison', { number: 4, named: false, rest: 'La maison' }],
    ['XII. Le père', { number: 12, named: false, rest: 'Le père' }],
    ['I LA PÊCHE', { number: 1, named: false, rest: 'LA PÊCHE' }],
    ['3', { number: 3, named: false, rest: '' }],
    ['Il partit', null],
    ['Chapitre inconnu', null],
    ['1815 fut une année froide', null],
  ])('« %s » begins with %j', (text, label) => {
    expect(chapterLabel(text)).toEqual(label);
  });
});

describe('titles', () => {
  test.each([
    [['I', 'Le missel'], 'I – Le missel'],
    [['CHAPITRE II.', 'LE ROI'], 'CHAPITRE II – LE ROI'],
    [['Les louanges de', 'LA FOLIE'], 'Les louanges de LA FOLIE'],
    [['Le retour.', 'La fin'], 'Le retour. La fin'],
    [['  un ', ''], 'un'],
  ])('joins the lines %j', (lines, title) => {
    expect(joinTitleLines(lines)).toBe(title);
  });

  test.each([
    'Première partie',
    'DEUXIÈME PARTIE — Titre',
    'Tome III',
    'LIVRE PREMIER',
    'Partie 2',
  ])('« %s » names a part', (title) => {
    expect(isPartTitle(title)).toBe(true);
  });

  test.each(['La partie de cartes', 'Livre ouvert', 'I'])('« %s » names no part', (title) => {
    expect(isPartTitle(title)).toBe(false);
  });

  test.each([
    ['Table des matières', 'apparatus'],
    ['[Cover]', 'apparatus'],
    ['Note du transcripteur', 'apparatus'],
    ['AVANT-PROPOS', 'paratext'],
    ['Préface de l’auteur', 'paratext'],
    ['Prologue', null],
    ['Notes d’un voyageur', null],
    ['Épilogue', null],
  ])('« %s » is %s', (title, kind) => {
    expect(surroundingKind(title)).toBe(kind);
  });

  test('makes slugs without accents', () => {
    expect(slug('L’Œuvre « Première » — 2 !')).toBe('l-oeuvre-premiere-2');
  });
});

describe('names of persons', () => {
  test.each([
    [' 17222447 FevalPP Féval, Paul H.C. (père)', 'Paul H.C. Féval (père)'],
    [' 34452092 About About, Edmond', 'Edmond About'],
    [' 17228199 Ponson Ponson du Terrail, Pierre Alexis de', 'Pierre Alexis de Ponson du Terrail'],
    [' 61641578 AimardAuriac Aimard, Gustave; Auriac', 'Gustave Aimard, Auriac'],
    ['Alexandre Dumas', 'Alexandre Dumas'],
    ['Alexandre Dumas, fils', 'Alexandre Dumas, fils'],
    ['Aulnoy, Marie-Catherine d’', 'Marie-Catherine d’Aulnoy'],
    ['Anonymous', 'Anonyme'],
  ])('%s becomes %s', (creator, name) => {
    expect(personName(creator)).toBe(name);
  });
});

describe('language', () => {
  test.each([
    ['fr-CA', 'fr'],
    ['fre', 'fr'],
    ['French', 'fr'],
    ['EN', 'en'],
    ['', ''],
    ['???', ''],
  ])('reads the tag « %s » as « %s »', (tag, language) => {
    expect(primaryLanguage(tag)).toBe(language);
  });

  test('says nothing of a short text', () => {
    expect(plainLanguage('Le chat est dans la maison avec les enfants.')).toBeNull();
  });

  test('knows French from English', () => {
    const french = 'Le vieux marchand est venu dans la ville avec des étoffes pour les dames. ';
    const english = 'The old merchant came to the city with his cloth and it was for the ladies. ';
    expect(plainLanguage(french.repeat(10))).toBe('fr');
    expect(plainLanguage(english.repeat(10))).toBe('en');
  });
});
