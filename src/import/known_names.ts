import type pg from 'pg'
import { plain } from './plain.ts'

/** The people of a SIS and those of a file so far, by name. */
export class KnownNames {
  // Dates of birth by name; null where one is missing.
  readonly #known = new Map<string, Set<string | null>>()

  /** Reads the people of the request's SIS. */
  async read(client: pg.Client): Promise<this> {
    const { rows } = await client.query<{ nom_prenom: string; date_naissance: string | null }>(
      'select * from api.list_connus()',
    )
    for (const { nom_prenom, date_naissance } of rows) this.#add(nameOf(nom_prenom), date_naissance)
    return this
  }

  /** Adds the person of a body for `POST /sapeurs`. @returns a refusal if they are or may be known already, else null */
  meet({ nom, prenom, suffixe, date_naissance }: Record<string, unknown>): string | null {
    const written = [nom, prenom, suffixe].filter((part) => typeof part === 'string').join(' ')
    const name = nameOf(written)
    const born = typeof date_naissance === 'string' ? date_naissance : null
    const dates = this.#known.get(name) ?? new Set()
    const isKnown = born !== null && dates.has(born)
    const mayBe = dates.has(null) || (born === null && dates.size > 0)
    this.#add(name, born)
    if (isKnown) return 'Un sapeur de ce nom et de cette date de naissance existe déjà'
    if (mayBe)
      return 'Ce sapeur est peut-être connu : quelqu’un porte déjà ce nom, et une date de naissance manque. Si ce sont deux personnes, indiquez les deux dates, ou un suffixe'
    return null
  }

  #add(name: string, born: string | null): void {
    const dates = this.#known.get(name)
    if (dates === undefined) this.#known.set(name, new Set([born]))
    else dates.add(born)
  }
}

const nameOf = (text: string) => plain(text.replaceAll(/[-‐‑’']/g, ' '))
