/** Names and numbers that identify a person (audit.describe_personne). */
export interface Personne {
  nom_prenom: string
  /** Surnames with first names: the present one, and the one that documents of pay keep. */
  noms: [nom: string, prenom: string][]
  emails: string[]
  /** E.164 where that is known. */
  telephones: string[]
  /** AVS number and IBAN. */
  numeros: string[]
  user_id: number | null
  user_name: string | null
  /** Whether the account belongs to this SIS only; null without account. */
  seul_sis: boolean | null
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&')
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
const variants = (text: string) => [...new Set([text, plain(text)])]
const words = (text: string) => text.trim().split(/\s+/).map(literal).join('\\s+')
// Digits and letters as people write them, with spaces, dots and dashes between.
const spaced = (text: string) => [...text.replace(/[\s.]/g, '')].map(literal).join('[ ./()-]*')

/**
 * A regular expression of PostgreSQL for everything in texts that is surely the person: full names in either order,
 * with or without accents, addresses of mail, telephone numbers as they are dialled at home or from abroad, AVS number
 * and IBAN. Null for a person who has been erased and has nothing left.
 */
export function motifOf(personne: Personne): string | null {
  const names = realNames(personne).flatMap(([nom, prenom]) => [`${nom} ${prenom}`, `${prenom} ${nom}`])
  const all = [
    ...[...names, ...((personne.user_name ?? '').includes(' ') ? [personne.user_name ?? ''] : [])]
      .flatMap(variants)
      .map((name) => `\\m${words(name)}\\M`),
    ...personne.emails.map(literal),
    ...personne.telephones.map(telephone),
    ...personne.numeros.map(spaced),
  ]
  return all.length === 0 ? null : [...new Set(all)].join('|')
}

/** The surnames alone: rows with one of them are shown to the operator, because others may bear it too. */
export function surnameMotif(personne: Personne): string | null {
  const names = realNames(personne).flatMap(([nom]) => variants(nom))
  return names.length === 0 ? null : `\\m(${[...new Set(names)].map(words).join('|')})\\M`
}

/** Whether only the pseudonym is left. */
const isErased = ([nom]: [string, string]): boolean => nom === 'Ancien sapeur'

const realNames = ({ noms }: Personne) => noms.filter((name) => !isErased(name))

function telephone(number: string): string {
  const [, country, rest] = /^\+(41|33|32|352|49|39)(\d+)$/.exec(number) ?? []
  if (country === undefined || rest === undefined) return spaced(number)
  return `(\\+|00)[ ]*${country}[ ./()-]*(\\(0\\))?[ ./()-]*${spaced(rest)}|0[ ./()-]*${spaced(rest)}`
}
