/** A style sheet as text, which the element puts into its shadow tree. */
declare module '*.css' {
  const text: string;
  export default text;
}
