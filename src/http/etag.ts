import { createHash } from 'node:crypto'

/**
 * What an ETag says: which version the record has, in which state the data of the SIS were, and what was answered. It is weak, because an
 * answer may be compressed or not: `W/"<version>.<state>.<content>"`, empty where there is no such.
 */
export interface Tag {
  version: string
  state: string
  content: string
}

/** A tag as the header ETag has it. */
export function writeTag({ version, state, content }: Tag): string {
  return `W/"${version}.${state}.${content}"`
}

/** The tags of If-Match or If-None-Match: `'*'` for any, null where there is none. Texts that are no tag of ours match nothing. */
export function readTags(header: string | undefined): Tag[] | '*' | null {
  const text = header?.trim() ?? ''
  if (text === '') return null
  if (text === '*') return '*'
  return [...text.matchAll(/(?:W\/)?"([^"]*)"/g)].map(([, tag = '']) => {
    const [version = '', state = '', content = ''] = tag.split('.')
    return { version, state, content }
  })
}

/** The versions that If-Match names; null where any will do. */
export function knownVersions(header: string | undefined): string[] | null {
  const tags = readTags(header)
  return tags === null || tags === '*' ? null : tags.map(({ version }) => version)
}

/** What stands for texts in a tag: 96 bits of their SHA-256. */
export function digest(...texts: string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest().subarray(0, 12).toString('base64url')
}

/** Whether If-None-Match has what a tag says of an answer: the same bytes, of the same version. */
export function isKnown(header: string | undefined, { version, content }: Tag): boolean {
  const tags = readTags(header)
  if (tags === null || tags === '*') return tags === '*'
  return tags.some((each) => each.version === version && each.content === content)
}

/** The states that If-None-Match knows. */
export function knownStates(header: string | undefined): string[] {
  const tags = readTags(header)
  return tags === null || tags === '*' ? [] : tags.map(({ state }) => state).filter((state) => state !== '')
}

/** The tag of If-None-Match that was given in a state; null when there is none. */
export function tagOfState(header: string | undefined, state: string): Tag | null {
  const tags = readTags(header)
  if (tags === null || tags === '*') return null
  return tags.find((each) => each.state === state) ?? null
}
