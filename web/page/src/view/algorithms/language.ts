/** The programming languages of the programs. */

export const LANGUAGES = ['cpp', 'java', 'python', 'rust'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The text of a program in each language. */
export type Sources = Record<Language, string>;
