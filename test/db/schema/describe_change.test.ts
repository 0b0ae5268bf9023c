import { expect, it } from 'vitest'
import { describeChange } from '../../../src/db/schema/describe_change.ts'

const before = [
  'function api.get_grade(id bigint) owner caserne_owner: select 1',
  'column app.grades.tri integer not null',
  'grant EXECUTE to caserne_api on api.get_grade(id bigint)',
].join('\n')
const after = [
  'function api.get_grade(id bigint) owner caserne_owner: select 2',
  'function api.list_grades(apres text, limite integer) owner caserne_owner: select 1',
  'grant EXECUTE to caserne_api on api.get_grade(id bigint)',
].join('\n')

it('names the files and the objects that were added, changed and removed, and the next step', () => {
  expect(describeChange({ files: ['migrations/schema.txt'], before, after, wanted: after })).toBe(
    `Réécrit :
  migrations/schema.txt
Ajouté :
  function api.list_grades(apres text, limite integer)
Modifié :
  function api.get_grade(id bigint)
Supprimé :
  column app.grades.tri
Ensuite : npm test et npm run check. La base de npm start suit au prochain démarrage, celle de npm run dev aussitôt.`,
  )
})

it('reports that nothing was to be written', () => {
  expect(describeChange({ files: [], before, after: before, wanted: before })).toBe(
    'Rien à réécrire : tout correspond à sql/.',
  )
})

it('refuses when the migrations do not lead to what sql/ builds, and names the missing parts', () => {
  const describe = () =>
    describeChange({ files: ['migrations/schema.txt'], before, after: before, wanted: after })
  expect(describe).toThrow('complétez migrations/current.sql')
  expect(describe).toThrow('function api.list_grades(apres text, limite integer)')
})
