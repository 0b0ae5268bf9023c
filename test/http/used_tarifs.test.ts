import { expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addValide } from './samples/comptabilite_imputation.ts'

const { told, sql } = useDataApi()

it('a tariff of exercices that an entry was made with cannot be removed', async () => {
  const exercice = await addValide(sql)
  expect((await told(`POST /imputation/exercice/${exercice}`))[0]).toBe(200)
  const remove = () => told('DELETE /indemnites-exercice/1')
  expect(await remove()).toEqual([409, { error: 'Des écritures ont été faites avec cette indemnité' }])
  expect((await told(`DELETE /imputation/exercice/${exercice}`))[0]).toBe(204)
  expect(await remove()).toEqual([204, null])
})
