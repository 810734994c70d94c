// Makes the search find Korean words. The index keeps them, but the trimmer of the search removes
// every character that is not ASCII from the query.
if (window.elasticlunr) {
  elasticlunr.Pipeline.registerFunction(
    (token) => (token ? token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") : token),
    "trimmer",
  );
}
