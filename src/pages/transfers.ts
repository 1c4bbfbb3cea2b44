import { movedTo } from '#server/core/http/moved-to.ts';
import { paths } from '#shared/site/paths.ts';

export const GET = movedTo(paths.transfers);
