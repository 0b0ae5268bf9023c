import { describe, expect, it } from 'vitest'
import { weatherWarning } from '../../../src/mail/report/weather.ts'

describe('weatherWarning', () => {
  it.each([
    'Avis météo',
    'ALERTE METEO niveau 3',
    'MétéoSuisse, vents violents',
    'Météo suisse ; orages',
    '*Alerte niveau 3 de MétéoSuisse',
    'Avertissement d’alerte météo',
    'Mise en garde : alerte météorologique',
    'MeteoSchweiz; Sturm',
    'Unwetterwarnung',
  ])('takes "%s" as a warning, with or without a place', (text) => {
    expect(weatherWarning(['', text], true)).toEqual({ etat: 'ignored', raison: 'Avis météo.' })
  })

  it.each([
    'Feu à la station météo',
    'Feu bâtiment, voir alerte météo',
    'Station MétéoSuisse en feu',
    'Information : fumée près de MétéoSuisse',
    'Météorite tombée sur un toit',
    'Alerte',
    '',
  ])('takes "%s" at a place as an alarm', (text) => {
    expect(weatherWarning([text], true)).toBeNull()
  })

  it.each([
    ['Vents violents, selon MétéoSuisse', true],
    ['Vents violents', false],
  ])('takes "%s" without a place as a warning: %s', (text, warning) => {
    expect(weatherWarning([text], false) !== null).toBe(warning)
  })
})
