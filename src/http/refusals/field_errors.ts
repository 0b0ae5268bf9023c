import type { Fault } from './invalid_input.ts'

/** Faults by field: dotted paths of the body, names of parameters. */
export type FieldErrors = Record<string, string[]>

const number = (text: string) => /(-?[\d.]+)\D*$/.exec(text)?.[1] ?? ''

// Sentences by JSON Schema keyword. The bound is taken from the validator's English message.
const sentences: Record<string, (message: string) => string> = {
  required: () => 'Ce champ est obligatoire.',
  type: (message) => `Ce champ doit être ${types(message)}.`,
  minLength: (message) =>
    number(message) === '1'
      ? 'Ce champ est obligatoire.'
      : `Ce champ doit compter au moins ${number(message)} caractères.`,
  maxLength: (message) => `Ce champ ne doit pas dépasser ${number(message)} caractères.`,
  minimum: (message) => `La valeur doit être d’au moins ${number(message)}.`,
  maximum: (message) => `La valeur ne doit pas dépasser ${number(message)}.`,
  exclusiveMinimum: (message) => `La valeur doit être supérieure à ${number(message)}.`,
  exclusiveMaximum: (message) => `La valeur doit être inférieure à ${number(message)}.`,
  minItems: (message) => `Il faut au moins ${number(message)} élément(s).`,
  maxItems: (message) => `Il faut au plus ${number(message)} élément(s).`,
  uniqueItems: () => 'Les éléments doivent être différents.',
  format: (message) => formatSentence(/"([^"]+)"/.exec(message)?.[1] ?? 'inconnu'),
  pattern: () => 'Le format n’est pas valide.',
  enum: (message) => `La valeur doit être l’une de : ${choices(message)}.`,
}

const formatSentences: Record<string, string> = {
  montant: 'Il faut deux décimales au plus.',
  taux: 'Il faut cinq décimales au plus.',
}

const formatSentence = (format: string) =>
  formatSentences[format] ?? `Le format n’est pas valide (${format}).`

const frenchTypes: Record<string, string> = {
  string: 'un texte',
  integer: 'un nombre entier',
  number: 'un nombre',
  boolean: 'vrai ou faux',
  array: 'une liste',
  object: 'un objet',
  null: 'vide',
}

// The validator writes null as an empty text.
function choices(message: string): string {
  const names = message.split(': ').at(-1)?.split(', ') ?? []
  return names.filter((name) => name.trim() !== '').join(', ')
}

function types(message: string): string {
  const names = message.replace(/^must be /, '').split(',')
  return names.map((name) => frenchTypes[name.trim()] ?? name).join(' ou ')
}

/** The validator's faults as French sentences by field. */
export function fieldErrors(faults: Fault[]): FieldErrors {
  const fields = new Map<string, string[]>()
  for (const { path, message, keyword = '' } of faults) {
    // The fields that the branch requires are reported as faults of their own.
    if (keyword === 'if') continue
    const name = path.replace(/^\/?(body|query|params|path|headers)\/?/, '').replaceAll('/', '.') || 'requete'
    const sentence = sentences[keyword]?.(message) ?? 'La valeur n’est pas admise.'
    const known = fields.get(name) ?? []
    if (!known.includes(sentence)) fields.set(name, [...known, sentence])
  }
  return Object.fromEntries(fields)
}
