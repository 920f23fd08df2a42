import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { guardsIn } from '#kit/fields/sensitive.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { VER_DOCUMENTOS } from '#modules/gestao-talentos/public.ts';
import { avaliacoes } from '../avaliacoes/avaliacoes.registry.ts';
import { candidaturas } from '../candidaturas/candidaturas.registry.ts';
import { entrevistas } from '../candidaturas/entrevistas.registry.ts';
import { candidatos } from './candidatos.registry.ts';
import { cpfDaConta } from './contas.server.ts';
import { demandaSelecoesVistas } from './pendencias.server.ts';

interface Cadastro {
  id: number;
  cpf: string | null;
}

/** What an account reads of its record, and what belongs to that, and not everybody sees. */
const DA_CONTA = [...guardsIn(candidatos.fields), ...[candidaturas, entrevistas, avaliacoes].map(({ authority }) => authority)];

const diferem = (um: string | null, outro: string | null) => um !== null && outro !== null && um !== outro;

/**
 * Refuses to make one of two records, the second of which goes, that are of two people by their CPFs or those of their accounts; and to whoever
 * does not see all of a record, where an account would read it: anybody may register one.
 */
export async function demandaMesmaPessoa(tx: Tx, acting: Acting, a: Cadastro, b: Cadastro): Promise<void> {
  // Whose account it is reads, and may erase, what the merge makes of both.
  const [daConta, daOutra] = [await cpfDaConta(tx, a.id), await cpfDaConta(tx, b.id)];
  // A CPF that they do not see would be compared with one that they can choose, by a registration at the portal.
  if ((a.cpf ?? daConta) !== null && (b.cpf ?? daOutra) !== null && !acting.can(VER_DOCUMENTOS))
    throw new Refusal(
      'CPFS_NAO_VISTOS',
      'Unificar compara os CPFs dos dois, do cadastro ou da conta no portal: peça a quem vê documentos.',
      409,
    );
  // Whatever the two records say: that there was something to hide would tell it.
  const temConta = (daConta ?? daOutra) !== null;
  if (temConta && !DA_CONTA.every((authority) => acting.can(authority)))
    throw new Refusal(
      'CONTA_LERIA',
      'Quem tem conta no portal passaria a ler o que os dois cadastros dizem, também o que você não vê: peça a quem vê documentos, raça, deficiência, salários, candidaturas, entrevistas e avaliações.',
      409,
    );
  if (temConta) for (const { id } of [a, b]) await demandaSelecoesVistas(tx, acting, id, 'unifique');
  if (diferem(daConta, daOutra))
    throw new Refusal('CPFS_DIFERENTES', 'Os dois têm conta no portal, com CPFs diferentes: são duas pessoas.', 409);
  if (diferem(a.cpf ?? daConta, b.cpf ?? daOutra))
    throw new Refusal(
      'CPFS_DIFERENTES',
      a.cpf && b.cpf
        ? 'Os dois têm CPF, e não é o mesmo: são duas pessoas. Corrija um deles antes.'
        : 'O CPF de um não é o da conta no portal do outro: são duas pessoas. Se for a mesma, corrija o CPF antes.',
      409,
    );
}
