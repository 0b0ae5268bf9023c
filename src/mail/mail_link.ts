import type { Config } from '../config.ts'

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

/** To the application, else to the pages of the authentication server. @param authPort where that listens. */
export function linksOf(
  config: Pick<Config, 'APP_URL' | 'AUTH_URL' | 'AUTH_PORT'>,
  authPort = config.AUTH_PORT,
): Links {
  return { base: config.APP_URL ?? config.AUTH_URL ?? `http://localhost:${authPort}` }
}
