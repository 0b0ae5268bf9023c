// Loaded before the program by the scripts of package.json. A Node that cannot read TypeScript would end with a stack
// trace.
if (!process.features.typescript) {
  process.stderr.write(
    `Node ${process.versions.node} ne lit pas TypeScript : installez Node 22.18 ou plus récent, ou lancez « npm ci », ` +
      'sans --omit=optional, qui en apporte un.\n',
  )
  process.exit(1)
}
