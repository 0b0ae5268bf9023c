import { describe, expect, it } from 'vitest'
import { readMessageLine } from '../../../src/mail/parsers/mobilisation_report/message_line.ts'

const place = { lv95: { e: 2593067, n: 1246045 }, wgs84: { lat: 47.36521, lon: 7.346858 } }
const nowhere = { lv95: null, wgs84: null }
const fire = { code: 'FEU BAT', couleur: 'ROUGE', adresse: '2800 Delémont, Rue de la Gare 15' }

describe('readMessageLine', () => {
  it('splits code, colour, address, complement and coordinates', () => {
    expect(
      readMessageLine('FEU BAT ROUGE; 2800 Delémont, Rue de la Gare 15;Cheminée; 2593067,1246045;CET JU'),
    ).toEqual({ ...fire, complement: 'Cheminée', ...place, incomplet: false, avertissements: [] })
  })

  it.each([
    ['an empty complement', ';; 2593067,1246045;CET JU', ''],
    [
      'a complement that holds semicolons',
      ';Cave; côté nord;fumée; 2593067,1246045;CET JU',
      'Cave; côté nord; fumée',
    ],
    ['no complement, with four parts', '; 2593067,1246045;CET JU', ''],
    [
      'coordinates at the end of the complement, with four parts',
      ';Cheminée 2593067,1246045;CET JU',
      'Cheminée',
    ],
    [
      'coordinates at the end of a complement that holds semicolons',
      ';Cave; nord 2593067,1246045;CET JU',
      'Cave; nord',
    ],
    ['a line break inside the coordinates', ';Cheminée; 2593067, 1246045;CET JU', 'Cheminée'],
    ['a semicolon at the end of the line', ';Cheminée; 2593067,1246045;CET JU;', 'Cheminée'],
  ])('reads the coordinates with %s', (_, rest, complement) => {
    expect(readMessageLine(`FEU BAT ROUGE; 2800 Delémont, Rue de la Gare 15${rest}`)).toEqual({
      ...fire,
      complement,
      ...place,
      incomplet: false,
      avertissements: [],
    })
  })

  it('takes the third of four parts as the complement when it holds no coordinates', () => {
    expect(readMessageLine('FEU BAT ROUGE; 2800 Delémont, Rue de la Gare 15; Cheminée; CET JU')).toEqual({
      ...fire,
      complement: 'Cheminée',
      ...nowhere,
      incomplet: false,
      avertissements: [],
    })
  })

  it('takes the whole first part as the code when it names no colour', () => {
    expect(readMessageLine('AA école; Bassecourt; ; CET JU')).toMatchObject({ code: 'AA école', couleur: '' })
  })

  it('keeps an alarm outside Switzerland without coordinates, with a warning', () => {
    expect(readMessageLine('FEU BAT ROUGE; Rue 1; ; 2400000,1246045; CET JU')).toMatchObject({
      complement: '',
      ...nowhere,
      avertissements: ['Coordonnées hors de Suisse : 2400000,1246045.'],
    })
  })

  it.each(['', 'Exercice annulé', 'Information; test de sirènes; mercredi'])(
    'finds no alarm in "%s"',
    (text) => {
      expect(readMessageLine(text)).toBeNull()
    },
  )
})
