/** How long the tokens of mails are valid, in the words of a sentence; in the database: auth.token_lifetime. */
export const tokenLifetimes = {
  confirmation: '30 jours',
  invitation: '30 jours',
  reinitialisation: '1 heure',
} as const

/** The lifetime of a token that sets a password, after "de" or a comma. */
export const reinitialisationLifetime = 'une heure'
