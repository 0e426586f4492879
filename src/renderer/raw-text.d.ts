/** The text of a file, in the bundle. */
declare module '*?raw' {
  const text: string
  export default text
}
