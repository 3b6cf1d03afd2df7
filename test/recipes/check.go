package main

import ("bufio"; "fmt"; "os"; "strconv"; "strings")

func fields(words []string) (all []field) {
	for at := 0; at < len(words); at += 2 {
		all = append(all, field{words[at], words[at+1]})
	}
	return all
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Split(lines.Text(), "\t")
		count, _ := strconv.Atoi(words[1])
		query, body := sign(fields(words[2:2+2*count]), fields(words[2+2*count:]), words[0])
		fmt.Println(query + "\t" + body)
	}
}
