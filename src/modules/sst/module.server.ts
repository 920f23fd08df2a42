import { defineModuleServer } from '#kit/module/module.server.ts';
import { soDeQuemVeTodos } from '#modules/gestao-talentos/public.server.ts';
import { colaboradorAfastamentos } from './afastamentos/colaborador-afastamentos.registry.ts';
import { colaboradorAfastamentosHooks, colaboradorAfastamentosRoutes } from './afastamentos/colaborador-afastamentos.server.ts';
import { integracaoRoutes } from './afastamentos/integracao.server.ts';
import { renomeiaAfastamentos } from './afastamentos/nomes.server.ts';
import { sst } from './module.ts';

export const sstServer = defineModuleServer({
  declaration: sst,
  hooks: {
    afastamentos: soDeQuemVeTodos(colaboradorAfastamentos, 'absenteismo'),
    'colaborador-afastamentos': colaboradorAfastamentosHooks,
    funcoes: { computed: { podeExcluir: 'not exists (select from talentos_historicos h where h.funcao_id = t.id)' } },
  },
  follows: {
    async 'gestao-talentos/talentos'(tx, { id, value: { nome }, before }) {
      if (before && typeof nome === 'string' && nome !== before.nome)
        await renomeiaAfastamentos(tx, id, String(before.nome), nome);
    },
  },
  routes(app, services) {
    colaboradorAfastamentosRoutes(app, services);
    integracaoRoutes(app, services);
  },
});
