import { type MakeSample, one, type Sql, unique } from './sample.ts'

/** A new vehicle. */
export function addVehicule(sql: Sql): Promise<number> {
  return one(sql, 'insert into app.vehicules (designation) values ($1) returning id', [unique('Fourgon')])
}

/** A new material. */
export function addMateriel(sql: Sql): Promise<number> {
  return one(sql, 'insert into app.materiels (designation) values ($1) returning id', [unique('Matériel')])
}

const materiel = () => ({
  designation: unique('Absorbant'),
  statut: true,
  status: true,
  tri: 10,
  forfait: '120.00',
  unite: 85.5,
  type_unite_id: 2,
})
const vehicule = () => ({ ...materiel(), designation: unique('Tonne-pompe'), immatriculation: 'JU 1234' })

/** How to call the operations on vehicles and materials. */
export const vehiculeSamples: Record<string, MakeSample> = {
  list_vehicules: async () => ({}),
  create_vehicule: async () => ({ body: vehicule() }),
  update_vehicule: async (sql) => ({ path: { id: await addVehicule(sql) }, body: vehicule() }),
  delete_vehicule: async (sql) => ({ path: { id: await addVehicule(sql) } }),
  list_materiels: async () => ({}),
  create_materiel: async () => ({ body: materiel() }),
  update_materiel: async (sql) => ({ path: { id: await addMateriel(sql) }, body: materiel() }),
  delete_materiel: async (sql) => ({ path: { id: await addMateriel(sql) } }),
}
