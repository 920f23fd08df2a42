import { Avatar, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type DragEvent, Fragment, type ReactNode } from 'react';
import { formatNumber, formatPercentage } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { fileAddress } from '#kit/fields/file-address.ts';
import { IconButton } from '#kit/ui/icon-button.web.tsx';
import classes from './grade.module.css';
import { type Caixa, desenho, dizNiveis, EIXOS, NIVEIS, naDica, niveisDa } from './ninebox.rules.ts';
import type { PessoaNoQuadro, QuadroNineBox } from './ninebox.ts';

/** Faces that a box shows under its number. */
const MAIS_ROSTOS = 5;

/** First and last name: the two letters of a picture that is missing. */
const iniciais = (nome: string) => {
  const nomes = nome.split(' ').filter(({ length }) => length > 2);
  return [nomes[0], nomes.length > 1 ? nomes.at(-1) : undefined].filter(Boolean).join(' ');
};

/** Somebody's picture; the name stands beside it. */
export const Rosto = ({
  pessoa: { nome, foto },
  size = 26,
}: {
  pessoa: Pick<PessoaNoQuadro, 'nome' | 'foto'>;
  size?: number;
}) => (
  <Avatar size={size} radius="50%" alt="" color="marca" {...(foto ? { src: fileAddress(foto) } : { name: iniciais(nome) })} />
);

interface GradeProps {
  quadro: QuadroNineBox;
  escolhidas: ReadonlySet<Caixa>;
  onEscolhe(caixa: Caixa): void;
  onEdita?: ((caixa: Caixa) => void) | undefined;
  /** what a box holds besides its number: the people who can be moved */
  conteudo?: ((caixa: Caixa) => ReactNode) | undefined;
  /** somebody is being dragged, and may be dropped */
  aceita?: ((caixa: Caixa) => boolean) | undefined;
  onSolta?: ((caixa: Caixa) => void) | undefined;
}

/** SCR-372: the nine boxes with their axes. */
export function Grade(props: GradeProps) {
  const { vertical, horizontal, linhas } = desenho(props.quadro.vertical === 'desempenho');
  return (
    <div className={classes.moldura} role="group" aria-label="Nine Box">
      <div className={classes.vertical} aria-hidden="true">
        {EIXOS[vertical]} →
      </div>
      {linhas.map((linha) => (
        <Fragment key={linha[0]}>
          <div className={classes.nivel} aria-hidden="true">
            {NIVEIS[niveisDa(linha[0] as Caixa)[vertical]]}
          </div>
          {linha.map((caixa) => (
            <Quadrante key={caixa} caixa={caixa} {...props} />
          ))}
        </Fragment>
      ))}
      <div />
      <div />
      {(linhas[0] ?? []).map((caixa) => (
        <div key={caixa} className={classes.nivelAbaixo} aria-hidden="true">
          {NIVEIS[niveisDa(caixa)[horizontal]]}
        </div>
      ))}
      <div className={classes.horizontal} aria-hidden="true">
        {EIXOS[horizontal]} →
      </div>
    </div>
  );
}

function Quadrante({ caixa, quadro, escolhidas, onEscolhe, onEdita, conteudo, aceita, onSolta }: GradeProps & { caixa: Caixa }) {
  const { nomeclatura, descricao, quantidade } = quadro[`box${caixa}`];
  const { potencial, desempenho } = niveisDa(caixa);
  const alvo = aceita?.(caixa) === true;
  const parte = quadro.total === 0 ? '' : formatPercentage((100 * quantidade) / quadro.total, 1);
  const rostos = (quadro.pessoas ?? []).filter((pessoa) => pessoa.caixa === caixa);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each person's button offers the same to the keyboard
    <section
      className={`${classes.caixa} ${conteudo ? classes.comPessoas : ''}`}
      aria-label={nomeclatura}
      data-nivel={potencial + desempenho}
      data-escolhida={escolhidas.has(caixa) || undefined}
      data-alvo={alvo || undefined}
      data-drop={caixa}
      onDragOver={(event: DragEvent) => alvo && event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        if (alvo) onSolta?.(caixa);
      }}
    >
      <Tooltip label={naDica(descricao)} multiline maw={340} openDelay={300}>
        <UnstyledButton
          className={classes.cabeca}
          aria-pressed={escolhidas.has(caixa)}
          {...(quantidade === 0 ? { 'aria-disabled': true } : {})}
          onClick={() => (quantidade > 0 || escolhidas.has(caixa)) && onEscolhe(caixa)}
        >
          <span className="vinculo-hidden">{`${nomeclatura}: ${counted(quantidade, 'pessoa', 'pessoas')}. ${dizNiveis(caixa)}`}</span>
          <span className={classes.titulo} aria-hidden="true">
            {nomeclatura}
          </span>
          <span className={classes.numero} aria-hidden="true">
            {formatNumber(quantidade, 0)}
            <small>{parte}</small>
          </span>
          {!conteudo && rostos.length > 0 && (
            <Avatar.Group spacing={6} className={classes.rostos ?? ''} aria-hidden="true">
              {rostos.slice(0, MAIS_ROSTOS).map((pessoa) => (
                <Rosto key={pessoa.colaboradorId} pessoa={pessoa} />
              ))}
              {rostos.length > MAIS_ROSTOS && (
                <Text component="span" size="xs" ml={12} style={{ alignSelf: 'center' }}>
                  +{rostos.length - MAIS_ROSTOS}
                </Text>
              )}
            </Avatar.Group>
          )}
        </UnstyledButton>
      </Tooltip>
      {conteudo?.(caixa)}
      {onEdita && (
        <div className={`${classes.lapis} vinculo-no-print`}>
          <IconButton
            icon={IconPencil}
            tip="Editar título e descrição"
            label={`Editar ${nomeclatura}`}
            onClick={() => onEdita(caixa)}
          />
        </div>
      )}
    </section>
  );
}
