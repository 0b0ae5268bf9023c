import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

interface Tariff {
  tarif?: string
  tarif_min?: string
  tarif_min_pour?: string
  tarif_min_pro_rata?: boolean
  tarif_pro_rata?: boolean
}

/** Pay of hours in the phase of a tariff, and of hours in others. */
async function pay(phase: number, others: number, tariff: Tariff = {}) {
  const { tarif = '15', tarif_min = '40', tarif_min_pour = '2' } = tariff
  const api = await database.as('api')
  const { rows } = await api.query('select app.montant_minimum($1, $2, $3, $4, $5, $6, $7) as montant', [
    phase * 3600,
    others * 3600,
    tarif,
    tarif_min,
    tarif_min_pour,
    tariff.tarif_min_pro_rata ?? false,
    tariff.tarif_pro_rata ?? false,
  ])
  return rows[0].montant
}

it('pays 40.00 for the first two hours, then 15.00 for each whole hour: 85.00 for five', async () => {
  expect(await pay(5, 0)).toBe('85.00')
})

it.each([
  [0.25, '40.00'],
  [2, '40.00'],
  [2.75, '40.00'],
  [3, '55.00'],
  [3.75, '55.00'],
  [26, '400.00'],
])('rounds the hours after the minimum down: %d hours are %s', async (hours, total) => {
  expect(await pay(hours, 0)).toBe(total)
})

it.each([
  [2.25, '43.75'],
  [2.75, '51.25'],
  [5.5, '92.50'],
])('counts parts of hours where the tariff is pro rata: %d hours are %s', async (hours, total) => {
  expect(await pay(hours, 0, { tarif_pro_rata: true })).toBe(total)
})

it.each([
  [0.25, '5.00'],
  [1.5, '30.00'],
  [2, '40.00'],
  [4, '70.00'],
])('divides the minimum where the minimum is pro rata: %d hours are %s', async (hours, total) => {
  expect(await pay(hours, 0, { tarif_min_pro_rata: true })).toBe(total)
})

it.each([
  [1, 1.5, '62.50'],
  [3, 1.5, '77.50'],
  [2.5, 1.25, '58.75'],
])(
  'pays %d hours of the phase and %d of others: %s, the others to the second',
  async (phase, others, total) => {
    expect(await pay(phase, others)).toBe(total)
  },
)

it('owes the minimum once to someone who was in other phases only', async () => {
  expect(await pay(0, 3)).toBe('85.00')
  expect(await pay(0, 3, { tarif_min_pro_rata: true })).toBe('45.00')
})

it('pays every hour to the second without a minimum', async () => {
  const none = { tarif_min: '0', tarif_min_pour: '0' }
  expect(await pay(2.75, 0, none)).toBe('41.25')
  expect(await pay(2.75, 1, none)).toBe('56.25')
  expect(await pay(2.75, 0, { tarif_min: '0', tarif_min_pour: '2' })).toBe('41.25')
})

it('pays the minimum alone where further hours cost nothing', async () => {
  expect(await pay(9, 3, { tarif: '0' })).toBe('40.00')
})

// Parts without an end as decimal numbers may have an exact sum, which may be half of 0.05.
it.each([
  // 30 ÷ 3 × 1/3 + 10 × 1/6 = 3.333… + 1.666… = 5
  [1 / 3, 1 / 6, { tarif: '10', tarif_min: '30', tarif_min_pour: '3', tarif_min_pro_rata: true }, '5.00'],
  // 0.225 ÷ 3 × 1/3 + 0.30 × 1/6 = 0.025 + 0.05 = 0.075, which is half
  [
    1 / 3,
    1 / 6,
    { tarif: '0.30', tarif_min: '0.225', tarif_min_pour: '3', tarif_min_pro_rata: true },
    '0.10',
  ],
  // 0.10 ÷ 3 × 1/4 + 0.10 × 1/6 = 0.008333… + 0.016666… = 0.025, which is half
  [1 / 4, 1 / 6, { tarif: '0.10', tarif_min: '0.10', tarif_min_pour: '3', tarif_min_pro_rata: true }, '0.05'],
])('rounds once, at the end: %d and %d hours by %o are %s', async (phase, others, tariff, total) => {
  expect(await pay(phase, others, tariff)).toBe(total)
})
