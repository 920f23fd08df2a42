import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';
import type { NotChanged } from '#kit/registry/bulk-edit.ts';

/** Another place for several talents, from one day on; what stays empty stays as it is. */
export const transferenciaDeVarios = defineForm({
  fields: {
    data: having(date('A partir de'), { span: 4 }),
    areaOrganizacional: having(optional(ref('Área Organizacional', 'cargo-salario/areas-organizacionais')), { span: 12 }),
    estabelecimento: having(optional(ref('Estabelecimento', 'utilitario/estabelecimentos')), { span: 12 }),
  },
  *rules({ areaOrganizacional, estabelecimento }) {
    if (areaOrganizacional === null && estabelecimento === null)
      yield { field: 'areaOrganizacional', message: 'Escolha a área ou o estabelecimento' };
  },
});

/** What a transfer of several talents would do, before it is written. */
export interface PreviaDaTransferencia {
  transferidos: { id: number; nome: string; avisos: string[] }[];
  falhas: NotChanged[];
}
