import { describe, expect, it } from 'vitest'
import { readPosition } from '../../../src/mail/report/position.ts'

describe('readPosition', () => {
  it.each(['2593067,1246045', '2593067 1246045', "2'593'067 / 1'246'045", '2 593 067 1 246 045'])(
    'reads %s as LV95',
    (text) => {
      expect(readPosition(text)).toMatchObject({ lv95: { e: 2593067, n: 1246045 }, avertissements: [] })
    },
  )

  it.each(['47.36521,7.346858', '47.36521 7.346858', '47,36521;7,346858'])('reads %s as degrees', (text) => {
    expect(readPosition(text)).toEqual({
      lv95: null,
      wgs84: { lat: 47.36521, lon: 7.346858 },
      avertissements: [],
    })
  })

  it('reads southern and western positions', () => {
    expect(readPosition('-12.5, -77.25')).toMatchObject({ wgs84: { lat: -12.5, lon: -77.25 } })
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
