/** The types of the package, for the compiler alone. */

import { load, ZlinkError, type Ending, type Report } from 'zlink';

const zlink = await load();
export const { number }: { number: bigint } = await zlink.count('..', { time: 1, memory: 100 });
const { solutions, shown, stopped } = await zlink.solve('..', { cycles: 'many' });
export const words: string[] = [solutions, ...shown.flat(), stopped ?? ''];
const { reports } = await zlink.analyse('..', {
  stages: ['number'],
  report: ({ stage }: Report) => stage !== 'number',
});
export const links: string[] = reports.flatMap((report) => report.in_all ?? []);
export const ending: Ending | null = (await zlink.explain('..', { steps: 2 })).ending;
export const place = (error: Error): number | undefined => (error instanceof ZlinkError ? error.line : undefined);
// @ts-expect-error: a puzzle is a text
await zlink.svg(3);
// @ts-expect-error: there is no such stage
await zlink.analyse('..', { stages: ['nothing'] });
