interface Visit<Node> {
  readonly node: Node;
  readonly successors: readonly Node[];
  /** How many successors have been looked at. */
  done: number;
}

/**
 * The strongly connected components of a graph, each after all components that it leads to (Tarjan's algorithm).
 * On a list of its own instead of the call stack, since chains of references are as long as the input makes them.
 */
export function stronglyConnected<Node extends string | number>(
  nodes: Iterable<Node>,
  successorsOf: (node: Node) => readonly Node[],
): readonly (readonly Node[])[] {
  const order = new Map<Node, number>();
  const lowest = new Map<Node, number>();
  const open: Node[] = [];
  const isOpen = new Set<Node>();
  const components: Node[][] = [];
  const visits: Visit<Node>[] = [];
  const enter = (node: Node): void => {
    lowest.set(node, order.size);
    order.set(node, order.size);
    open.push(node);
    isOpen.add(node);
    visits.push({ node, successors: successorsOf(node), done: 0 });
  };
  const lower = (node: Node, to: number | undefined): void => {
    lowest.set(node, Math.min(lowest.get(node) ?? 0, to ?? 0));
  };
  for (const start of nodes) {
    if (!order.has(start)) enter(start);
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const next = visit.successors[visit.done];
      if (next !== undefined) {
        visit.done += 1;
        if (!order.has(next)) enter(next);
        else if (isOpen.has(next)) lower(visit.node, order.get(next));
        continue;
      }
      visits.pop();
      const caller = visits.at(-1);
      if (caller) lower(caller.node, lowest.get(visit.node));
      if (lowest.get(visit.node) !== order.get(visit.node)) continue;
      const component = open.splice(open.lastIndexOf(visit.node));
      for (const member of component) isOpen.delete(member);
      components.push(component);
    }
  }
  return components;
}
