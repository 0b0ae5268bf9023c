/** How many rows of a list are answered unless asked otherwise, and at most. */
export const page = { usual: 100, greatest: 1_000 }

const dropped = ['last', 'before', 'offset']

/**
 * Every list is a page: `first` (100 unless said, 1000 at most: limits.ts) after a cursor. No offset, which reads all that it skips,
 * and no way back, which nobody asked for.
 */
export const PagingPlugin: GraphileConfig.Plugin = {
  name: 'CasernePagingPlugin',
  version: '1.0.0',
  after: ['PgFirstLastBeforeAfterArgsPlugin'],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, build, { scope }) {
        if (!scope.isPgFieldConnection || args.first === undefined) return args
        const { GraphQLInt, GraphQLNonNull } = build.graphql
        for (const each of dropped) delete args[each]
        args.first = {
          ...args.first,
          type: new GraphQLNonNull(GraphQLInt),
          defaultValue: page.usual,
          description: `How many at most: ${page.greatest} is the greatest.`,
        }
        return args
      },
    },
  },
}
