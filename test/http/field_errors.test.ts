import { expect, it } from 'vitest'
import { fieldErrors } from '../../src/http/refusals/field_errors.ts'

const fault = (path: string, keyword: string, message: string) => ({ path, message, keyword })

it.each([
  ['required', "must have required property 'email'", 'Ce champ est obligatoire.'],
  ['minLength', 'must NOT have fewer than 1 characters', 'Ce champ est obligatoire.'],
  ['minLength', 'must NOT have fewer than 8 characters', 'Ce champ doit compter au moins 8 caractères.'],
  ['maxLength', 'must NOT have more than 255 characters', 'Ce champ ne doit pas dépasser 255 caractères.'],
  ['type', 'must be string', 'Ce champ doit être un texte.'],
  ['type', 'must be integer', 'Ce champ doit être un nombre entier.'],
  ['type', 'must be boolean,null', 'Ce champ doit être vrai ou faux ou vide.'],
  ['minimum', 'must be >= 1', 'La valeur doit être d’au moins 1.'],
  ['minimum', 'must be >= -90', 'La valeur doit être d’au moins -90.'],
  ['maximum', 'must be <= 0.5', 'La valeur ne doit pas dépasser 0.5.'],
  ['exclusiveMinimum', 'must be > 0', 'La valeur doit être supérieure à 0.'],
  ['exclusiveMaximum', 'must be < 10', 'La valeur doit être inférieure à 10.'],
  ['minItems', 'must NOT have fewer than 1 items', 'Il faut au moins 1 élément(s).'],
  ['maxItems', 'must NOT have more than 9 items', 'Il faut au plus 9 élément(s).'],
  ['uniqueItems', 'must NOT have duplicate items', 'Les éléments doivent être différents.'],
  ['format', 'must match format "date"', 'Le format n’est pas valide (date).'],
  ['pattern', 'must match pattern "^a$"', 'Le format n’est pas valide.'],
  ['enum', 'must be equal to one of the allowed values: 0, 1', 'La valeur doit être l’une de : 0, 1.'],
  ['unevaluatedProperties', 'must NOT have unevaluated properties', 'La valeur n’est pas admise.'],
])('reports %s (%s) in French', (keyword, message, sentence) => {
  expect(fieldErrors([fault('/body/champ', keyword, message)])).toEqual({ champ: [sentence] })
})

it('names parameters by their name and nested fields by dotted paths', () => {
  const faults = [
    fault('/query/du', 'format', 'must match format "date"'),
    fault('/params/id', 'type', 'must be integer'),
    fault('/body/sapeurs/0/debut', 'required', "must have required property 'debut'"),
    fault('/body', 'type', 'must be object'),
    fault('/body/query/x', 'type', 'must be string'),
  ]
  expect(fieldErrors(faults)).toEqual({
    du: ['Le format n’est pas valide (date).'],
    id: ['Ce champ doit être un nombre entier.'],
    'sapeurs.0.debut': ['Ce champ est obligatoire.'],
    requete: ['Ce champ doit être un objet.'],
    'query.x': ['Ce champ doit être un texte.'],
  })
})

it('collects the faults of one field, each sentence once', () => {
  const faults = [
    fault('/query/statut', 'type', 'must be integer'),
    fault('/query/statut', 'enum', 'must be equal to one of the allowed values: 0, 1'),
    fault('/query/statut', 'type', 'must be integer'),
  ]
  expect(fieldErrors(faults)).toEqual({
    statut: ['Ce champ doit être un nombre entier.', 'La valeur doit être l’une de : 0, 1.'],
  })
})

it('handles a field named like a property of every object', () => {
  const faults = ['constructor', '__proto__', 'toString'].map((name) =>
    fault(`/body/${name}`, 'required', ''),
  )
  expect(JSON.stringify(fieldErrors(faults))).toBe(
    '{"constructor":["Ce champ est obligatoire."],"__proto__":["Ce champ est obligatoire."],"toString":["Ce champ est obligatoire."]}',
  )
})
