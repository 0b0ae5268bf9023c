import { beforeAll, describe, expect, it } from 'vitest'
import { useDoors } from './every_operation/doors.ts'
import { operations } from './every_operation/schema.ts'

// Operations that change something, and nothing of an accounting year. Every other one must refuse a closed year.
const independent = [
  /^(create|update|delete)_(amende|code_alarme|compte|ecriture_categorie|excuses_type|exercice_categorie|fonction)$/,
  /^(create|update|delete)_(grade|groupe|heure_exercice_type|indemnite_\w+|localite_sis|materiel|messagerie)$/,
  /^(create|update|delete)_(mission_type|mur|permis_type|telephone|type_intervention|vehicule)$/,
  /^(create|update|delete)_sapeur(_\w+)?$/,
  /^(create|update|delete)_(mon_appareil|mon_calendrier|webhook)$/,
  /^(create|update|delete)_(disponibilite|effectif_requis|ma_disponibilite|piquet(s_rotation|_echange)?)$/,
  /^(create|update|delete)_sis_\w+$/,
  /^(create_exercice_comptable|update_alarme|repondre_alarme|accepter_piquet|echanger_piquet|relire_message)$/,
]
const isIndependent = (id: string) => independent.some((pattern) => pattern.test(id))

const doors = useDoors()
const writing = operations.filter(({ method }) => method !== 'get')

/** Opens or closes all years of the SIS. */
const close = (boucle: boolean) =>
  doors.sql('update app.exercices_comptables set boucle = $1 where boucle <> $1', [boucle])

beforeAll(() => close(false))

describe('in a closed accounting year', () => {
  it.each(writing.filter(({ id }) => !isIndependent(id)))(
    '$id is refused and changes nothing',
    async (operation) => {
      const sample = await doors.sampleOf(operation)
      await close(true)
      try {
        const before = await doors.written()
        const { status, body } = await doors.knock(operation, sample)
        expect([status, body]).toEqual([409, { error: 'Exercice comptable bouclé' }])
        expect(await doors.written()).toEqual(before)
      } finally {
        await close(false)
      }
    },
  )

  it.each(writing.filter(({ id }) => isIndependent(id)))('$id succeeds as ever', async (operation) => {
    const sample = await doors.sampleOf(operation)
    await close(true)
    try {
      const { status } = await doors.knock(operation, sample)
      expect(status).toBeLessThan(300)
    } finally {
      await close(false)
    }
  })
})
