/** A style sheet as text: the element puts it into its shadow tree. */
declare module '*.css' {
  const text: string;
  export default text;
}
