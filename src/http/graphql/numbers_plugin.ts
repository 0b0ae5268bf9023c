import { GraphQLError, Kind, type ValueNode } from 'postgraphile/graphql'

/** Writes ids and counts as JSON numbers, as REST does; PostGraphile would write texts. */
export const NumbersPlugin: GraphileConfig.Plugin = {
  name: 'CaserneNumbersPlugin',
  version: '1.0.0',
  schema: {
    hooks: {
      GraphQLScalarType(config) {
        if (config.name !== 'BigInt') return config
        return {
          ...config,
          description: 'A whole number, beyond 32 bits too.',
          serialize,
          parseValue,
          parseLiteral,
        }
      },
    },
  },
}

function serialize(value: unknown): number {
  return Number(value)
}

function parseValue(value: unknown, node?: ValueNode): string {
  if (Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{1,18}$/.test(value)))
    return String(value)
  throw new GraphQLError('Un nombre entier est attendu.', node && { nodes: node })
}

function parseLiteral(node: ValueNode): string {
  return parseValue(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : null, node)
}
