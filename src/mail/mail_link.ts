/** Targets of links in mails. */
export interface Links {
  /** Address of the application, or of the server with the pages, without a slash at its end. */
  base: string
}

const paths = { confirmation: 'confirmation', reinitialisation: 'reset-mdp', invitation: 'inscription' }

/** Whether mails of this kind have a link. */
export function hasLink(genre: string): genre is keyof typeof paths {
  return genre in paths
}

/** The link of a mail of this kind. */
export function linkOf(genre: keyof typeof paths, { base }: Links, token: string): string {
  return `${base}/${paths[genre]}?token=${token}`
}

/** The settings for links (docs/reference/configuration.md). */
interface Addresses {
  APP_URL?: string | undefined
  AUTH_URL?: string | undefined
  AUTH_PORT: number
}

/**
 * Links to the application, or else to the pages of the authentication server. @param authPort that server's
 * port.
 */
export function linksOf(config: Addresses, authPort = config.AUTH_PORT): Links {
  return { base: config.APP_URL ?? config.AUTH_URL ?? `http://localhost:${authPort}` }
}
