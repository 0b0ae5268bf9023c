import { type MakeSample, one, type Sql, unique } from './sample.ts'

const addGrade = (sql: Sql) =>
  one(sql, 'insert into app.grades (designation) values ($1) returning id', [unique('Grade')])

/** How to ask the operations on reference lists. */
export const listeSamples: Record<string, MakeSample> = {
  list_grades: async () => ({}),
  create_grade: async () => ({ body: { designation: unique('Colonel'), rang: 120 } }),
  update_grade: async (sql) => ({
    path: { id: await addGrade(sql) },
    body: { designation: unique('Colonel'), rang: 1 },
  }),
  delete_grade: async (sql) => ({ path: { id: await addGrade(sql) } }),
}
