/**
 * Whether random tests, sweeps and kills run whole, as in `.ci/run`; `npm test` runs a part of each, which is the same
 * every time.
 */
export const whole = Boolean(process.env.CI)
