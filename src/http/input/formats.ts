import { isInstant, isMoment } from './is_instant.ts'

/** Our own formats in the OpenAPI documents. */
export const formats = {
  instant: { type: 'string', validate: isInstant },
  moment: { type: 'string', validate: isMoment },
  // The database would silently round further decimals.
  montant: { type: 'number', validate: (value: number) => /^-?\d+(\.\d\d?)?$/.test(String(value)) },
  taux: { type: 'number', validate: (value: number) => /^\d+(\.\d{1,5})?$/.test(String(value)) },
} as const
