/** Where the links of mails lead. */
export interface Links {
  /** Address of the application, or of the server that has its pages; without a slash at its end. */
  base: string
}

const paths = { confirmation: 'confirmation', reinitialisation: 'reset-mdp', invitation: 'inscription' }

/** The link that a mail of this kind carries. */
export function linkOf(genre: keyof typeof paths, { base }: Links, token: string): string {
  return `${base}/${paths[genre]}?token=${token}`
}

/** The settings that say where links lead (docs/reference/configuration.md). */
interface Addresses {
  APP_URL?: string | undefined
  AUTH_URL?: string | undefined
  AUTH_PORT: number
}

/** To the application, else to the pages of the authentication server. @param authPort where that listens. */
export function linksOf(config: Addresses, authPort = config.AUTH_PORT): Links {
  return { base: config.APP_URL ?? config.AUTH_URL ?? `http://localhost:${authPort}` }
}
