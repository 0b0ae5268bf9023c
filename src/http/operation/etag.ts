import { hash } from 'node:crypto'

/**
 * The parts of an ETag, `W/"<version>.<state>.<content>"`: the version of the record, the state of the data of the
 * SIS, and a hash of the answer. Parts may be empty. The tag is weak because compressed and plain answers share it.
 */
export interface Tag {
  version: string
  state: string
  content: string
}

/** The value of the header ETag for a tag. */
export function writeTag({ version, state, content }: Tag): string {
  return `W/"${version}.${state}.${content}"`
}

// Characters of a header that are read. A client names the few answers that it has kept of one address.
const READ = 4_096

// The tags of If-Match or If-None-Match: `'*'` for any, null without the header. Foreign tags match nothing.
function readTags(header: string | undefined): Tag[] | '*' | null {
  const text = header?.trim().slice(0, READ) ?? ''
  if (text === '') return null
  if (text === '*') return '*'
  return Array.from(text.matchAll(/(?:W\/)?"([^"]*)"/g), ([, tag = '']) => {
    const [version = '', state = '', content = ''] = tag.split('.')
    return { version, state, content }
  })
}

/** The versions that If-Match names; null where it accepts any. */
export function knownVersions(header: string | undefined): string[] | null {
  const tags = readTags(header)
  return tags === null || tags === '*' ? null : tags.map(({ version }) => version)
}

/** A digest of texts for a tag: 96 bits of their SHA-256. */
export function digest(...texts: string[]): string {
  return hash('sha256', `${texts.join('\0')}\0`, 'base64url').slice(0, 16)
}

/** Whether If-None-Match names this answer: the same bytes, of the same version. */
export function isKnown(header: string | undefined, { version, content }: Tag): boolean {
  const tags = readTags(header)
  if (tags === null || tags === '*') return tags === '*'
  return tags.some((each) => each.version === version && each.content === content)
}

/** The states that If-None-Match names. */
export function knownStates(header: string | undefined): string[] {
  const tags = readTags(header)
  return tags === null || tags === '*' ? [] : tags.map(({ state }) => state).filter((state) => state !== '')
}

/** The tag in If-None-Match that has this state; null without one. */
export function tagOfState(header: string | undefined, state: string): Tag | null {
  const tags = readTags(header)
  if (tags === null || tags === '*') return null
  return tags.find((each) => each.state === state) ?? null
}
