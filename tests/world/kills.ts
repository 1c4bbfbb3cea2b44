/**
 * How often a crash test kills its site: `FEUILLETON_KILLS` asks for more than a run of CI can wait for,
 * before a release, say.
 */
export const killsOf = (usual: number): number => Number(process.env.FEUILLETON_KILLS ?? usual);
