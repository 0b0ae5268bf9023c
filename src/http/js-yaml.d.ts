/** What is used of js-yaml 4.3.2, read from its documentation: it ships no types. */
declare module 'js-yaml' {
  export function load(text: string): unknown
}
