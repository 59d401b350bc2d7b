// What axe finds wrong with a page: in it alone, without a page more to gather results in, and nothing worked out about
// what is right, which takes most of the time otherwise.

import AxeBuilder from '@axe-core/playwright';

/** Everything that axe finds, in the whole page or within a selector: the rule and where. */
export async function violations(page, within, counts = () => true) {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations: found } = await (within ? axe.include(within) : axe).analyze();
  return found.filter(counts).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120))}`);
}

/** What of it is serious or critical. */
export const serious = (page, within) => violations(page, within, ({ impact }) => impact === 'serious' || impact === 'critical');
