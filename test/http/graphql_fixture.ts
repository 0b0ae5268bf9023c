import { beforeAll } from 'vitest'
import type { Answer } from '../support/servers.ts'
import { type DataApi, useDataApi } from './data_fixture.ts'

/** The caller of GraphQL, by default the commander of hs, and the variables. */
interface Asking {
  as?: string
  sis?: string
  variables?: Record<string, unknown>
  headers?: Record<string, string>
}

/** The data API with GraphQL, and functions that send queries. */
export interface GraphqlApi extends DataApi {
  /** Posts a query and returns the answer. */
  post(query: string, asking?: Asking): Promise<Answer>
  /** Posts a query: `data` of an answer that is 200. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  data(query: string, asking?: Asking): Promise<any>
  /** Posts a query: status and messages of a refusal. */
  refusal(query: string, asking?: Asking): Promise<[status: number, ...messages: string[]]>
}

/** Starts the data API for one test file, and GraphQL's thread. */
export function useGraphql(env: Record<string, string> = {}): GraphqlApi {
  const api = useDataApi(env)
  const post: GraphqlApi['post'] = (
    query,
    { as = 'commandant@example.org', sis = 'hs', variables, headers } = {},
  ) =>
    api.servers.data('/graphql', {
      method: 'POST',
      as,
      sis,
      body: { query, ...(variables && { variables }) },
      ...(headers && { headers }),
    })
  // The first query waits for the thread.
  beforeAll(async () => void (await post('{ __typename }')), 60_000)
  return {
    ...api,
    post,
    data: async (query, asking) => {
      const { status, body } = await post(query, asking)
      if (status !== 200) throw new Error(`${query} is refused: ${status} ${JSON.stringify(body)}`)
      return body.data
    },
    refusal: async (query, asking) => {
      const { status, body } = await post(query, asking)
      return [status, ...(body.errors ?? []).map(({ message }: { message: string }) => message)]
    },
  }
}
