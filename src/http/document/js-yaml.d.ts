/** Types of the parts of js-yaml 4.3.2 used here, read from its documentation. The package ships none. */
declare module 'js-yaml' {
  export function load(text: string): unknown
}
