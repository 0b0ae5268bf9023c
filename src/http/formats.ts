import { isInstant, isMoment } from './is_instant.ts'

/** The formats of the OpenAPI documents that are our own. */
export const formats = {
  instant: { type: 'string', validate: isInstant },
  moment: { type: 'string', validate: isMoment },
  // More decimals would be rounded in silence.
  montant: { type: 'number', validate: (value: number) => /^-?\d+(\.\d\d?)?$/.test(String(value)) },
} as const
