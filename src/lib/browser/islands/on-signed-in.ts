import type { ClientDirective } from 'astro';

/** Every page wakes the runtime by itself (`wake.ts`); it has the directive (`signed-in.ts`). */
const directive: ClientDirective = () => undefined;
export default directive;
