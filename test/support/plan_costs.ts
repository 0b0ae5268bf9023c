import pg from 'pg'

/** A statement, or one inside a function, and the planner’s estimate of its cost. */
export interface PlanCost {
  cost: number
  query: string
}

/** From this cost on PostgreSQL compiles a statement (jit_above_cost). */
export const COMPILED = 100_000

// Before PostgreSQL 18 the planner adds this for what is switched off (enable_seqscan).
const SWITCHED_OFF = 1e10

/** Reports the costs of the statements that run on it. */
export interface CostReader {
  client: pg.Client
  /** The costs since the last time, the highest first. */
  take(): PlanCost[]
  end(): Promise<void>
}

/** Connects as a superuser who becomes a login, so that auto_explain reports the plans of this login. */
export async function readCosts(
  adminUrl: string,
  login: 'caserne_api' | 'caserne_worker',
): Promise<CostReader> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  let costs: PlanCost[] = []
  client.on('notice', ({ message = '' }) => {
    const json = /plan:\n(.*)$/s.exec(message)?.[1]
    if (json === undefined) return
    const { Plan, 'Query Text': query } = JSON.parse(json)
    costs.push({
      cost: Plan['Total Cost'] % SWITCHED_OFF,
      query: query.trim().replaceAll(/\s+/g, ' ').slice(0, 120),
    })
  })
  await client.query(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_format = json;
    set auto_explain.log_level = notice;
    set plan_cache_mode = ${login === 'caserne_api' ? 'force_generic_plan' : 'auto'};
    set session authorization ${login}`)
  return {
    client,
    take: () => {
      const taken = costs.toSorted((a, b) => b.cost - a.cost)
      costs = []
      return taken
    },
    end: () => client.end(),
  }
}
