/** The worker's build: named once, as the bundler writes it wherever it is named. */
export const build = __BUILD__;
