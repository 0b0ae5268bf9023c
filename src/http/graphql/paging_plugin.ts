/** Rows of a page by default, and at most. */
export const page = { usual: 100, greatest: 1_000 }

const dropped = ['last', 'before', 'offset']

/**
 * Every list is paged: `first` rows (100 by default, 1000 at most) after a cursor. There is no offset, which would
 * read all rows that it skips, and no backward paging, which nobody needs.
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
