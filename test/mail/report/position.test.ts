import { describe, expect, it } from 'vitest'
import { readPosition } from '../../../src/mail/report/position.ts'

const lv95 = { lv95: { e: 2593067, n: 1246045 }, wgs84: { lat: 47.36521, lon: 7.346858 }, avertissements: [] }

describe('readPosition', () => {
  it.each([
    ...[
      '2593067,1246045',
      '2593067 1246045',
      "2'593'067 / 1'246'045",
      '2 593 067 1 246 045',
      '(2593067, 1246045)',
    ],
    ...['1246045,2593067', 'N 1246045 E 2593067', 'E=2593067 N=1246045', '2593067 E / 1246045 N'],
    ...['593067,246045', '246045 593067', "593'067 / 246'045", 'Y=593067 X=246045', 'X= 246045 Y= 593067'],
    ...['Y=2593067 X=1246045', 'X=1246045, Y=2593067', 'X=2593067 Y=1246045', 'LV03 593067/246045'],
    'https://map.geo.admin.ch/?lang=fr&E=2593067&N=1246045&zoom=10',
    'https://map.geo.admin.ch/?X=246045&Y=593067&zoom=10',
    'https://map.geo.admin.ch/#/map?lang=fr&center=2593067,1246045&z=9',
    'https://map.geo.admin.ch/#/map?lang=fr&z=9&crosshair=marker,2593067,1246045',
  ])('reads %s as Swiss metres', (text) => {
    expect(readPosition(text)).toEqual(lv95)
  })

  it.each([
    ...['47.36521,7.346858', '47.36521 7.346858', '47,36521;7,346858', '47.36521° N, 7.346858° E'],
    ...['E 7.346858 N 47.36521', 'lon=7.346858 lat=47.36521', '47°21\'54.756"N 7°20\'48.689"E'],
    ...[
      "47° 21.9126' N 7° 20.81148' E",
      'geo:47.36521,7.346858',
      'geo:47.36521,7.346858;u=20',
      'X=7.346858 Y=47.36521',
    ],
    'https://www.google.com/maps?q=47.36521,7.346858',
    'https://www.google.ch/maps/@47.36521,7.346858,17z',
    'https://www.google.com/maps/place/Gare/@47.1,7.1,17z/data=!3m1!4b1!4m5!3m4!8m2!3d47.36521!4d7.346858',
    'https://www.google.com/maps/search/?api=1&query=47.36521%2C7.346858',
    'https://maps.google.com/?daddr=47.36521,7.346858',
    'https://maps.apple.com/?ll=47.36521,7.346858',
    'https://www.openstreetmap.org/?mlat=47.36521&mlon=7.346858#map=17/47.1/7.1',
    'https://www.openstreetmap.org/#map=17/47.36521/7.346858',
  ])('reads %s as degrees', (text) => {
    expect(readPosition(text)).toEqual({ lv95: null, wgs84: lv95.wgs84, avertissements: [] })
  })

  it.each([
    ['7.2055, 47.3368', { lat: 47.3368, lon: 7.2055 }],
    ['geo:7.2055,47.3368', { lat: 47.3368, lon: 7.2055 }],
  ])('swaps %s, and says so', (text, wgs84) => {
    expect(readPosition(text)).toEqual({
      lv95: null,
      wgs84,
      avertissements: ['Coordonnées inversées : 7.2055,47.3368, lues 47.3368,7.2055.'],
    })
  })

  it.each([
    ['0,0', 'Coordonnées 0,0 : pas de position.'],
    ['48.8566, 2.3522', null],
    ['52.52, 13.405', 'Coordonnées à plus de 300 km : 52.52,13.405, pas lues.'],
    ['-12.5, -77.25', 'Coordonnées à plus de 300 km : -12.5,-77.25, pas lues.'],
    ['97.3,7.3', 'Coordonnées impossibles : 97.3,7.3.'],
    ['2400000,1246045', 'Coordonnées hors de Suisse : 2400000,1246045.'],
  ])('takes a place near Switzerland only: %s', (text, avertissement) => {
    const { wgs84, avertissements } = readPosition(text)
    expect(wgs84 === null).toBe(avertissement !== null)
    expect(avertissements).toEqual(avertissement === null ? [] : [avertissement])
  })

  it.each(['la gare', '47.36', '47,36,7,34', '1'.repeat(61), `${'1 111'.repeat(20_000)}x`])(
    'reports %s as unreadable',
    (text) => {
      const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
      expect(readPosition(text)).toEqual({
        lv95: null,
        wgs84: null,
        avertissements: [`Coordonnées illisibles : ${shown}.`],
      })
    },
  )
})
