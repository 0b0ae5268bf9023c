/** Differences in the work of the servers of this bench, in Markdown. */
export const differences = `
All servers answer the same rows and values, and none lets the caller reach another SIS: both are checked before the
first turn. Each server is one process on the same Node, with the same PostgreSQL and wrk. They take turns, and all but
the measured one are idle. The first turn does not count. Each log goes to /dev/null.

- REST has no choice of fields: it always answers all. It checks the token's signature (kept by the token's hash) and,
  in the statement of the list, the session and the state of the data. It writes a line of log. While the state is the
  same, it sends the last answer again. *Rebuilt* is a server without kept answers, which makes the ETag each time.
- GraphQL checks the same, in one transaction with the queries. It limits each query.
- PostGraphile checks no token: a header names the SIS, and the permissions are fixed. Same login, same policies. Its
  transaction sets the caller and runs one query. No log, no ETag. It keeps documents and plans.
- Directus reads the user of the static token from the database at each request, and keeps permissions in memory. Its
  answers are not cached; it hashes them for an ETag, and writes a line of log. The policies of PostgreSQL do not
  apply: its own rule filters by SIS. The rule names the SIS, where a real one would look it up. It reads a copy of
  the table, because it ignores tables whose primary key has two columns. Its refusals under pressure are off.
- Our login counts the attempt by account and by address, compares a bcrypt hash of cost 10 in PostgreSQL, at most
  PASSWORD_POOL_SIZE at once (half of the processors), stores a session, gathers the rights in all SIS, and signs a JWT
  by RS256.
- better-auth counts nothing, because its limit of requests is off; it compares a scrypt hash (N 16384, r 16, p 1) in
  the thread pool of Node, at most four at once, stores a session and signs its cookie by HMAC. No log.
`
