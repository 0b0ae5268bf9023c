import type pg from 'pg'
import { familyTime, parentOf, processTime } from '../processor_time.ts'
import { type Program, residentMiB } from '../program.ts'

/** Use of programs, PostgreSQL and this process in % of a core, and the resident memory of the programs in MiB. */
export interface Usage {
  programs: Record<string, { share: number; memory: number[] }>
  postgres: number
  clients: number
}

/**
 * Watches some programs, with the processes that they start, PostgreSQL and this process.
 * @param every how often memory is read, in ms; the first time at once
 * @param readings how often at most, until `stop` reads it once more
 */
export async function watchUsage(
  client: pg.Client,
  programs: Record<string, Pick<Program, 'pid'>>,
  every: number,
  readings: number,
): Promise<{ stop(): Usage }> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  const times = () => ({
    programs: Object.values(programs).map(({ pid }) => familyTime(pid)),
    postgres: familyTime(postmaster),
    clients: processTime([process.pid]),
  })
  const memory: number[][] = []
  const read = () => memory.push(Object.values(programs).map(({ pid }) => residentMiB(pid)))
  const [began, before] = [performance.now(), times()]
  read()
  const timer = setInterval(() => memory.length < readings && read(), every)
  return {
    stop() {
      clearInterval(timer)
      read()
      const [ms, after] = [performance.now() - began, times()]
      const share = (then = 0, now = 0) => ((now - then) * 100) / ms
      return {
        programs: Object.fromEntries(
          Object.keys(programs).map((name, n) => [
            name,
            {
              share: share(before.programs[n], after.programs[n]),
              memory: memory.map((reading) => reading[n] ?? 0),
            },
          ]),
        ),
        postgres: share(before.postgres, after.postgres),
        clients: share(before.clients, after.clients),
      }
    },
  }
}
